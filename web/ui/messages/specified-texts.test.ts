import { expect, test } from 'vitest'
import errorMessages from '#languages/en/errors.json' with { type: 'json' }
import accounts from '#languages/en/accounts.json' with { type: 'json' }
import library from '#languages/en/library.json' with { type: 'json' }
import plans from '#languages/en/plans.json' with { type: 'json' }
import prompt from '#languages/en/prompt.json' with { type: 'json' }
import shell from '#languages/en/shell.json' with { type: 'json' }
import faults from '#languages/en/faults.json' with { type: 'json' }

// The English texts that the specification prescribes, including their spelling.
test.each([
  [accounts.login.created, 'Your account is created, sign in now.'],
  [accounts.forgot.submit, 'Send Link'],
  [accounts.forgot.sent, 'If this account exists, you will receive a link to reset your password.'],
  [accounts.verify.title, 'Email Verified'],
  [accounts.profile.updated, 'Updated'],
  [accounts.profile.deleteFailed, 'Failed to delete account.'],
  [accounts.profile.deleted, 'Account deleted successfully. Redirecting...'],
  [accounts.profile.sumWrong, 'Please solve the confirmation sum correctly.'],
  [library.createFolder, 'Create Folder'],
  [library.addPrompt, 'Add Prompt'],
  [library.search.label, 'Search'],
  [library.folders, 'Folders'],
  [library.prompts, 'Prompts'],
  [library.empty.title, 'Nothing here'],
  [library.failure.folders, 'Failed to fetch folders'],
  [library.sum.wrong, 'Please solve the confirmation sum correctly.'],
  [library.prompt.addNotes, 'Add Notes'],
  [library.prompt.missing, 'No prompt data found or failed to load.'],
  [library.prompt.urlCopied, 'URL copied!'],
  [library.prompt.urlCopyFailed, 'Failed to copy URL.'],
  [library.move.done, 'Prompt moved successfully!'],
  [library.move.failed, 'Failed to move prompt'],
  [plans.empty, 'No plans available at the moment.'],
  [plans.loadFailed, 'Failed to load plans. Please try again later.'],
  [plans.mostPopular, 'Most Popular'],
  [plans.current, 'Your Current Plan'],
  [plans.free, 'Free Plan'],
  [plans.subscribe, 'Subscribe'],
  [plans.banner.goToPlans, 'Go To Plans'],
  [plans.banner.upgrade, 'Upgrade'],
  [plans.banner.renewal, 'Renewal On {date, date, ::dMMMMyyyy}'],
  [plans.banner.unsubscribe, 'Unsubscribe'],
  [
    plans.unsubscribe.text,
    'Are you sure you want to unsubscribe? You can always change your mind and resubscribe later if you wish.',
  ],
  [plans.unsubscribe.yes, "Yes, I'm sure"],
  [plans.unsubscribe.no, 'No, cancel'],
  [prompt.editor.placeholder, 'Type your prompt here...'],
  [prompt.editor.addVariable, 'Add Variable'],
  [prompt.fillIn.copy, 'Copy Prompt'],
  [prompt.fillIn.copied, 'Prompt copied to clipboard!'],
  [prompt.fillIn.copyFailed, 'Failed to copy prompt.'],
  [prompt.fillIn.copyEmpty, 'Cannot copy an empty prompt.'],
  [shell.notFound.text, 'The page you are trying to access could not be found.'],
  [shell.home, 'Home'],
  [shell.sharedPrompt.heading, "The prompt ''<bdi>{promptName}</bdi>'' has been shared with you"],
  [faults.failureTitle, 'Unexpected Application Error!'],
  [faults.noAnswer, 'Something went wrong, please try later.'],
  [errorMessages.invalid_request, 'Something went wrong'],
  [errorMessages.unknown, 'Something went wrong, please try again later'],
  [errorMessages.fields_missing, 'Please fill all the fields.'],
  [errorMessages.email_invalid, 'Not a valid email'],
  [errorMessages.password_too_short, 'Password should be atleast 8 characeters long.'],
  [errorMessages.password_mismatch, 'Confirm Password does not match'],
  [errorMessages.reset_email_invalid, 'Please use a valid email address'],
  [errorMessages.destination_missing, 'Please select a destination folder.'],
  [errorMessages.password_wrong, 'Wrong Password'],
  [errorMessages.credits_missing, "You don't have enough credits, please buy or upgrade your plan"],
  [errorMessages.email_taken, 'User already exist with this email'],
  [
    errorMessages.free_plan_used,
    "You can't subscribe to a free plan because you already used your free plan",
  ],
  [
    errorMessages.subscription_active,
    'You have an active subscription, to subscribe to a new plan head to the profile page and unsubscribe first',
  ],
  [
    errorMessages.prompt_limit_reached,
    'You have reached the limit of {limit} prompts for free usage, upgrade your plan',
  ],
  [
    errorMessages.subscription_missing,
    'You need an active subscription to create a folder or a prompt',
  ],
])('is %j', (text, specified) => expect(text).toBe(specified))
