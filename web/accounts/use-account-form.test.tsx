import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { SignUp } from '#contract/accounts/password.ts'
import errors from '#languages/en/errors.json' with { type: 'json' }
import { show } from '#tests/support/show.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { useAccountForm } from './use-account-form.ts'

const email = page.getByRole('textbox', { name: 'E-mail' })
const confirmation = page.getByRole('textbox', { name: 'Again' })

const empty = { email: '', password: '', cpassword: '' }

function Registration() {
  const { onSubmit, field } = useAccountForm(SignUp, empty, () => undefined)
  return (
    <form noValidate onSubmit={onSubmit}>
      <Field label="E-mail" {...field('email')} />
      <Field label="Password" {...field('password')} />
      <Field label="Again" {...field('cpassword')} />
      <button>Register</button>
    </form>
  )
}

test('Submitting a form with an invalid field moves the focus to it, with the error as its description', async () => {
  await show(<Registration />, 'errors')
  await confirmation.click()
  await userEvent.keyboard('{Enter}')
  await expect.element(email).toHaveFocus()
  await expect.element(email).toHaveAccessibleDescription(errors.fields_missing)
  await email.fill('eve')
  await page.getByRole('textbox', { name: 'Password' }).fill('a quiet library')
  await confirmation.fill('a quiet library')
  await userEvent.keyboard('{Enter}')
  await expect.element(email).toHaveFocus()
  await expect.element(email).toHaveAccessibleDescription(errors.email_invalid)
})

test('An error of the field that already has the focus is announced as an alert each time', async () => {
  await show(<Registration />, 'errors')
  await email.click()
  await userEvent.keyboard('{Enter}')
  const alerts = page.getByRole('alert')
  await expect.element(alerts).toHaveTextContent(errors.fields_missing)
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => alerts.elements()).toHaveLength(2)
  await confirmation.click()
  expect(alerts.elements()).toHaveLength(0)
})
