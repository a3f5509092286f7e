import type { AccountRows } from '#server/accounts/profile/account-data.queries.ts'

/**
 * The account's data for its owner. Omits everything that grants access: the hashes of the password, of recovery codes
 * and of tokens, the secrets of authenticator apps, and the texts of mails, which contain tokens.
 */
export function toAccountData(rows: AccountRows) {
  const { user } = rows
  return {
    account: {
      id: user.id,
      email: user.email,
      emailVerifiedAt: toMoment(user.email_verified_at),
      mailboxOwnedAt: toMoment(user.mailbox_owned_at),
      hasPassword: user.password_hash !== null,
      googleSubject: user.google_subject,
      googleIssuer: user.google_issuer,
      language: user.language,
      freePlanUsedAt: toMoment(user.free_plan_used_at),
      createdAt: toMoment(user.created_at),
    },
    sessions: rows.sessions.map((session) => ({
      userAgent: session.user_agent,
      signedInAt: toMoment(session.created_at),
      lastUsedAt: toMoment(session.last_used_at),
      expiresAt: toMoment(session.expires_at),
      provedAt: toMoment(session.proved_at),
    })),
    tokens: rows.tokens.map((token) => ({
      name: token.name,
      scopes: token.scopes,
      folderId: token.root,
      lastCharacters: token.hint,
      createdAt: toMoment(token.created_at),
      expiresAt: toMoment(token.expires_at),
      lastUsedAt: toMoment(token.used_at),
      client: token.client,
    })),
    apps: rows.apps.map((app) => ({
      clientId: app.client_id,
      name: app.name,
      scopes: app.scopes,
      folderId: app.root,
      connectedAt: toMoment(app.created_at),
      expiresAt: toMoment(app.expires_at),
      lastUsedAt: toMoment(app.used_at),
    })),
    passkeys: rows.passkeys.map((passkey) => ({
      name: passkey.name,
      isSynced: passkey.is_synced === 1,
      createdAt: toMoment(passkey.created_at),
      lastUsedAt: toMoment(passkey.used_at),
    })),
    authenticatorApps: rows.totpSecrets.map((app) => ({ createdAt: toMoment(app.created_at) })),
    recoveryCodes: rows.recoveryCodes.map((code) => ({ createdAt: toMoment(code.created_at) })),
    devices: rows.devices.map((device) => ({ lastSignedInAt: toMoment(device.seen_at) })),
    mailedLinks: rows.mailedTokens.map((token) => ({
      purpose: token.purpose,
      email: token.email,
      expiresAt: toMoment(token.expires_at),
    })),
    unsentMails: rows.mails.map((mail) => ({
      recipient: mail.recipient,
      subject: mail.subject,
      createdAt: toMoment(mail.created_at),
    })),
    subscriptions: rows.subscriptions.map((subscription) => ({
      planId: subscription.plan_id,
      boughtFrom: subscription.provider,
      startedAt: toMoment(subscription.started_at),
      periodStartedAt: toMoment(subscription.period_started_at),
      expiresAt: toMoment(subscription.expires_at),
      endedAt: toMoment(subscription.ended_at),
    })),
    creditEntries: rows.creditEntries.map((entry) => ({
      amount: entry.amount,
      reason: entry.reason,
      at: toMoment(entry.at),
    })),
  }
}

function toMoment(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString()
}
