import { useQuery } from '@tanstack/react-query'
import { Folder, RotateCcw, Trash2 } from 'lucide-react'
import { useFormatter, useNow, useTranslations } from 'use-intl'
import { trashCalls, type TrashItem } from '#contract/library/trash.ts'
import { useToastedCall } from '#web/api/use-call.ts'
import { hasPlans } from '#web/api/server-has.ts'
import { TopBar } from '#web/shell/layouts/top-bar.tsx'
import { trashQuery } from '#web/library/list-trash.ts'
import { Button, IconButton } from '#web/ui/controls/button.tsx'
import { longName } from '#web/ui/long-name.tsx'
import { useDialog } from '#web/ui/overlays/linger.ts'
import { Deletion } from '#web/api/question.tsx'
import { toastSuccess } from '#web/ui/overlays/toast.ts'
import { ownerColor } from '#web/ui/owner-color.ts'
import styles from './trash-screen.module.css'

/** Items deleted in the last 30 days, to restore or delete for good. */
export function TrashScreen() {
  const t = useTranslations('history.trash')
  const { data, isPending, isFetching, refetch } = useQuery({
    ...trashQuery,
    // Until the restore has finished.
    refetchInterval: ({ state }) =>
      state.data?.items.some(({ isRestoring }) => isRestoring) ? 2000 : false,
  })
  const emptying = useDialog()
  return (
    <>
      <title>{`${t('title')} · Promptshelf`}</title>
      <TopBar>
        <h1 className="text-15 bold">{t('title')}</h1>
      </TopBar>
      <div className={styles.screen}>
        <div className={styles.head}>
          <p>{t(hasPlans() ? 'text' : 'plainText')}</p>
          {data && data.items.length > 0 && (
            <Button icon={<Trash2 size={17} />} onClick={emptying.open}>
              {t('emptyAll')}
            </Button>
          )}
        </div>
        {isPending && <div className={styles.coming} aria-busy />}
        {!isPending && !data && (
          <div className={styles.empty} role="alert">
            <p>{t('failed')}</p>
            <Button busy={isFetching} onClick={() => void refetch()}>
              {t('retry')}
            </Button>
          </div>
        )}
        {data?.items.length === 0 && <p className={styles.empty}>{t('empty')}</p>}
        {data && data.items.length > 0 && (
          <ul className="line-above">
            {data.items.map((item) => (
              <Item key={item.id} item={item} />
            ))}
          </ul>
        )}
        {data?.hasMore && <p className={styles.empty}>{t('more')}</p>}
      </div>
      <Deletion
        dialog={emptying}
        title={t('emptyTitle')}
        submit={t('emptyAll')}
        call={trashCalls.emptyTrash}
        input={{}}
        changes={['trash']}
        done={t('emptied')}
      >
        <p className="text-14 breaks">{t('emptyText')}</p>
      </Deletion>
    </>
  )
}

function Item({ item }: { item: TrashItem }) {
  const t = useTranslations('history.trash')
  const tLibrary = useTranslations('library.actions')
  const format = useFormatter()
  const now = useNow()
  const restore = useToastedCall(trashCalls.restoreTrash, {
    changes: ['trash', 'prompts', 'folders', 'counts', 'uses'],
    onSuccess: () => toastSuccess(t('restored')),
  })
  const question = useDialog()
  const { folderCount, promptCount } = item
  const isFolder = folderCount > 0
  const count = folderCount + promptCount
  const contained = isFolder ? folderCount - 1 : folderCount
  return (
    <li className={styles.item} data-card={item.id}>
      <i style={{ background: ownerColor(item.color).raw }} />
      <div>
        <h2 dir="auto">
          {isFolder && <Folder size={15} />}
          {isFolder || count === 1
            ? item.name
            : t('andMore', { name: item.name, count: count - 1 })}
        </h2>
        <p>
          {count > 1 && (
            <>
              {t('what', {
                folders: contained,
                prompts: promptCount,
                both: contained > 0 && promptCount > 0 ? 'yes' : 'no',
              })}
              {' · '}
            </>
          )}
          <time
            dateTime={item.deletedAt}
            title={format.dateTime(new Date(item.deletedAt), {
              dateStyle: 'long',
              timeStyle: 'short',
            })}
          >
            {t('deleted', { when: format.relativeTime(new Date(item.deletedAt), { now }) })}
          </time>
          {' · '}
          {item.isRestoring
            ? t('restoring')
            : t('erased', {
                when: format.relativeTime(new Date(item.erasedAt), { now, unit: 'day' }),
              })}
        </p>
      </div>
      <Button
        icon={<RotateCcw size={16} />}
        busy={restore.isPending || item.isRestoring === true}
        aria-label={t('restoreNamed', { name: item.name })}
        onClick={() => restore.mutate({ trashId: item.id })}
      >
        {t('restore')}
      </Button>
      {!item.isRestoring && (
        <IconButton label={t('eraseNamed', { name: item.name })} onClick={question.open}>
          <Trash2 size={16} />
        </IconButton>
      )}
      <Deletion
        dialog={question}
        title={t('eraseTitle')}
        submit={t('erase')}
        call={trashCalls.eraseTrash}
        input={{ trashId: item.id }}
        changes={['trash']}
        done={t('erasedDone')}
      >
        <p className="text-14 breaks">
          {t.rich('eraseText', {
            name: item.name,
            bdi: longName(item.name, tLibrary('wholeName')),
          })}
        </p>
      </Deletion>
    </li>
  )
}
