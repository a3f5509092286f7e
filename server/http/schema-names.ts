import { registry } from 'zod/v4/core'
import { Activity } from '#contract/accounts/activity.ts'
import { App, ConnectRequest } from '#contract/accounts/apps.ts'
import { Factors, Passkey } from '#contract/accounts/factors.ts'
import { Profile } from '#contract/accounts/profile.ts'
import { Session } from '#contract/accounts/session.ts'
import { Token } from '#contract/accounts/tokens.ts'
import { Created, Success, Trashed } from '#contract/core/schemas.ts'
import { Folder, FolderList, PathFolder, TreeFolder } from '#contract/library/folders.ts'
import { OpenInTarget } from '#contract/library/open-in/open-in.ts'
import { StaticPage } from '#contract/pages.ts'
import { Plan, SubscriptionDetails } from '#contract/accounts/plans.ts'
import { Prompt, PromptCard, SearchResult, SharedPrompt } from '#contract/library/prompts.ts'
import { Connection } from '#contract/runs/connections.ts'
import { OfferedModel } from '#contract/runs/models.ts'
import { Run, RunCard, RunLine } from '#contract/runs/runs.ts'
import { PromptName, Shelf } from '#contract/library/shelf.ts'
import { Skill } from '#contract/transfer/skills/skills.ts'
import { ListedFolder, ListedPrompt } from '#contract/transfer/export.ts'
import { LibraryFile } from '#contract/transfer/library-file.ts'
import { TrashItem } from '#contract/library/trash.ts'
import { Value, ValueSet } from '#contract/variables/value-schemas.ts'
import { VariableSetting } from '#contract/variables/variable-schemas.ts'
import { PromptVersion } from '#contract/library/versions.ts'

/** The parts of answers, by their names in the OpenAPI document, which generated clients use for their types. */
const named = {
  Activity,
  App,
  ConnectRequest,
  Connection,
  Created,
  Factors,
  Folder,
  FolderList,
  LibraryFile,
  ListedFolder,
  ListedPrompt,
  OfferedModel,
  OpenInTarget,
  Passkey,
  PathFolder,
  Plan,
  Profile,
  Prompt,
  PromptCard,
  PromptName,
  PromptVersion,
  Run,
  RunCard,
  RunLine,
  SearchResult,
  Session,
  SharedPrompt,
  Shelf,
  Skill,
  StaticPage,
  SubscriptionDetails,
  Success,
  Token,
  TrashItem,
  Trashed,
  TreeFolder,
  Value,
  ValueSet,
  VariableSetting,
}

export const schemaNames = registry<{ id: string }>()
for (const [id, schema] of Object.entries(named)) schemaNames.add(schema, { id })
