import { activityMutations } from './areas/activity.ts'
import { appsMutations } from './areas/apps.ts'
import { assistantsMutations } from './areas/assistants.ts'
import { enumerationMutations } from './areas/enumeration.ts'
import { googleMutations } from './areas/google.ts'
import { injectionMutations } from './areas/injection.ts'
import { librariesMutations } from './areas/libraries.ts'
import { mailedLinksMutations } from './areas/mailed-links.ts'
import { modelsMutations } from './areas/models.ts'
import { otherSitesMutations } from './areas/other-sites.ts'
import { ownershipMutations } from './areas/ownership.ts'
import { paymentsMutations } from './areas/payments.ts'
import { proofMutations } from './areas/proof.ts'
import { registrationMutations } from './areas/registration.ts'
import { sessionsMutations } from './areas/sessions.ts'
import { skillsMutations } from './areas/skills.ts'
import { shortNamesMutations } from './areas/short-names.ts'
import { throttlingMutations } from './areas/throttling.ts'
import { tokensMutations } from './areas/tokens.ts'
import { tracesMutations } from './areas/traces.ts'
import type { Mutation } from './mutation.ts'

export const mutations: readonly Mutation[] = [
  ...enumerationMutations,
  ...activityMutations,
  ...throttlingMutations,
  ...ownershipMutations,
  ...sessionsMutations,
  ...proofMutations,
  ...mailedLinksMutations,
  ...googleMutations,
  ...registrationMutations,
  ...otherSitesMutations,
  ...injectionMutations,
  ...paymentsMutations,
  ...modelsMutations,
  ...tokensMutations,
  ...assistantsMutations,
  ...appsMutations,
  ...tracesMutations,
  ...librariesMutations,
  ...skillsMutations,
  ...shortNamesMutations,
]
