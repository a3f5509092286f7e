import {
  CommandError,
  type Command,
  type Context,
  type Input,
  type Report,
} from '#server/operate/admin/define-command.ts'
import { toMinute, toPlain } from '#server/operate/admin/format-text.ts'
import { toEndOfDay, toWholeNumber } from '#server/operate/admin/parse-arguments.ts'
import { setPlan } from '#server/billing/payment/set-plan.ts'
import { grantCredits } from '#server/billing/payment/grant-credits.ts'

const mostCredits = 1_000_000_000

export const planCommands: readonly Command[] = [
  {
    name: 'credits grant',
    operands: ['USER', 'AMOUNT'],
    options: {},
    summary: 'Add credits to the balance of an account.',
    details: 'They do not expire.',
    needs: 'services',
    run: async ({ services, findUser }, { operands }) => {
      needPlans(services)
      const amount = toWholeNumber('AMOUNT', operands['AMOUNT'] ?? '', 1, mostCredits)
      const { owner, email } = await findUser(operands['USER'] ?? '')
      const balance = await grantCredits(services, owner, amount)
      const text = `${toPlain(email)} has ${balance} credits now.`
      return { text, json: { email, granted: amount, balance } }
    },
  },
  {
    name: 'plan set',
    operands: ['USER', 'PLAN'],
    options: {
      until: { value: 'DATE', help: 'The last day of the plan, in UTC. Required.' },
      replace: { help: 'End the plan that the user pays for, also at the provider.' },
    },
    summary: 'Give an account a plan until a day, free of charge.',
    details:
      'PLAN is an id of the plan catalogue. Its credits for a month, or for each month of a year, are granted with it. ' +
      'The plan before ends.',
    needs: 'services',
    run: setPlanOf,
  },
]

function needPlans({ config }: Context['services']): void {
  if (!config.hasPlans) throw new CommandError('This server has no plans: PLANS is off.')
}

async function setPlanOf(
  { services, findUser }: Context,
  { operands, text, has }: Input,
): Promise<Report> {
  needPlans(services)
  const { catalogue, now } = services
  const planId = operands['PLAN'] ?? ''
  const until = toEndOfDay('--until', text('until') ?? '')
  if (until <= now()) throw new CommandError('--until is in the past.')
  if (catalogue.findPlan(planId) === undefined) {
    const ids = catalogue.plans.map(({ id }) => id).join(', ')
    throw new CommandError(`There is no plan "${planId}", but ${ids}.`)
  }
  const { owner, email } = await findUser(operands['USER'] ?? '')
  await setPlan(services, owner, { planId, until, replaces: has('replace') })
  const end = toMinute(until).slice(0, 10)
  return {
    text: `${toPlain(email)} has the plan ${planId} until ${end}.`,
    json: { email, plan: planId, until: new Date(until).toISOString() },
  }
}
