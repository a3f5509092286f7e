import { activityMutations } from './areas/accounts/activity.ts'
import { appDescriptionsMutations } from './areas/accounts/app-descriptions.ts'
import { appsMutations } from './areas/accounts/apps.ts'
import { assistantsMutations } from './areas/assistants.ts'
import { backupsMutations } from './areas/backups.ts'
import { commandLineMutations } from './areas/command-line.ts'
import { enumerationMutations } from './areas/accounts/enumeration.ts'
import { factorsMutations } from './areas/accounts/factors.ts'
import { googleMutations } from './areas/accounts/google.ts'
import { injectionMutations } from './areas/injection.ts'
import { librariesMutations } from './areas/libraries.ts'
import { mailedLinksMutations } from './areas/accounts/mailed-links.ts'
import { modelsMutations } from './areas/models.ts'
import { operatorsMutations } from './areas/operators.ts'
import { otherSitesMutations } from './areas/other-sites.ts'
import { boundsMutations } from './areas/bounds.ts'
import { ownershipMutations } from './areas/ownership.ts'
import { paymentsMutations } from './areas/payments.ts'
import { proofMutations } from './areas/accounts/proof.ts'
import { registrationMutations } from './areas/accounts/registration.ts'
import { sessionsMutations } from './areas/accounts/sessions.ts'
import { skillsMutations } from './areas/skills.ts'
import { shortNamesMutations } from './areas/short-names.ts'
import { syncMutations } from './areas/sync.ts'
import { throttlingMutations } from './areas/throttling.ts'
import { tokensMutations } from './areas/accounts/tokens.ts'
import { tracesMutations } from './areas/traces.ts'
import { connectionsMutations } from './areas/connections.ts'
import { packagesMutations } from './areas/packages.ts'
import { variablesMutations } from './areas/variables.ts'
import type { Mutation } from './mutation.ts'

export const mutations: readonly Mutation[] = [
  ...enumerationMutations,
  ...activityMutations,
  ...throttlingMutations,
  ...ownershipMutations,
  ...sessionsMutations,
  ...proofMutations,
  ...factorsMutations,
  ...mailedLinksMutations,
  ...googleMutations,
  ...registrationMutations,
  ...otherSitesMutations,
  ...injectionMutations,
  ...paymentsMutations,
  ...modelsMutations,
  ...tokensMutations,
  ...operatorsMutations,
  ...commandLineMutations,
  ...syncMutations,
  ...assistantsMutations,
  ...appsMutations,
  ...appDescriptionsMutations,
  ...backupsMutations,
  ...tracesMutations,
  ...librariesMutations,
  ...skillsMutations,
  ...shortNamesMutations,
  ...boundsMutations,
  ...variablesMutations,
  ...connectionsMutations,
  ...packagesMutations,
]
