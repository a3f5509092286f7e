import { useState, type ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { connectionCalls, type Connection } from '#contract/runs/connections.ts'
import { useCall } from '#web/api/use-call.ts'
import { useErrorText } from '#web/api/error-text.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Button, IconButton } from '#web/ui/controls/button.tsx'
import { useDialog, useLingering } from '#web/ui/overlays/linger.ts'
import { Deletion } from '#web/api/question.tsx'
import { modelListQuery } from '#web/prompts/runs/list-models.ts'
import { ConnectionDialog, readConnectionDraft } from './connection-dialog.tsx'
import { live } from '#web/ui/live-text.tsx'
import styles from './connections.module.css'

/** Lists the account's own connections to models, which can be added, tested, changed and deleted. */
export function Connections() {
  const t = useTranslations('runs.own')
  const { data, isError, isFetching, refetch } = useQuery(modelListQuery)
  /** An id, or `new`. */
  const [edited, setEdited] = useState(() => readConnectionDraft()?.edited)
  const shown = useLingering(edited)
  // A key that resets a form that is reopened while closing.
  const [opening, setOpening] = useState(0)

  if (isError) {
    return (
      <>
        <p role="alert">{t('loadFailed')}</p>
        <Button busy={isFetching} onClick={() => void refetch()}>
          {t('retry')}
        </Button>
      </>
    )
  }
  if (!data) return null
  const connection = data.connections.find(({ id }) => id === shown)
  const edit = (id: string) => {
    setEdited(id)
    setOpening(opening + 1)
  }
  return (
    <div className={styles.connections}>
      {data.connections.length > 0 && (
        <ul className={`full-width ${styles.list}`}>
          {data.connections.map((connection) => (
            <li key={connection.id}>
              <Row connection={connection} onEdit={() => edit(connection.id)} />
            </li>
          ))}
        </ul>
      )}
      {data.canConnect ? (
        <Button icon={<Plus size={16} />} onClick={() => edit('new')}>
          {t('add')}
        </Button>
      ) : (
        <p className="text-14 quiet">{t('off')}</p>
      )}
      {/* A connection being edited may have been deleted elsewhere. */}
      {(shown === 'new' || connection) && (
        <ConnectionDialog
          key={opening}
          open={edited !== undefined}
          connection={connection}
          onClose={() => setEdited(undefined)}
        />
      )}
    </div>
  )
}

function asName(name: ReactNode) {
  return <bdi>{name}</bdi>
}

type RowProps = { connection: Connection; onEdit: () => void }

function Row({ connection, onEdit }: RowProps) {
  const t = useTranslations('runs.own')
  const errorText = useErrorText()
  const { id, name, baseUrl, keyHint, models } = connection
  const deleting = useDialog()
  const test = useCall(connectionCalls.testConnection, { changes: [] })
  const keyText = () => {
    if (keyHint === null) return t('keyless')
    // A short key has no hint.
    return keyHint === '' ? t('keyed') : t('keyEnds', { hint: keyHint })
  }
  return (
    <div className={styles.row}>
      <div className={styles.what}>
        <bdi className="text-14 medium ink">{name}</bdi>
        <bdi>{baseUrl.replace(/^https:\/\//, '')}</bdi>
        <span>
          {keyText()} · {t('modelCount', { count: models.length })}
        </span>
      </div>
      <div className="row gap-4">
        <Button busy={test.isPending} onClick={() => test.mutate({ connectionId: id })}>
          {t('test')}
        </Button>
        <IconButton label={t('editNamed', { name })} onClick={onEdit}>
          <Pencil size={16} />
        </IconButton>
        <IconButton label={t('deleteNamed', { name })} onClick={deleting.open}>
          <Trash2 size={16} />
        </IconButton>
      </div>
      <p {...live} className={classNames(styles.result, test.isError ? 'red' : 'green')}>
        {test.isSuccess && t('tested', { count: test.data.models.length })}
        {test.isError && errorText(test.error)}
      </p>
      <Deletion
        dialog={deleting}
        title={t('deleteTitle')}
        submit={t('delete')}
        call={connectionCalls.deleteConnection}
        input={{ connectionId: id }}
        changes={['models']}
        done={t('deleted')}
      >
        <p>{t.rich('deleteText', { name, bdi: asName })}</p>
      </Deletion>
    </div>
  )
}
