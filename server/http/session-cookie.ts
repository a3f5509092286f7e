import { hash, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#server/config.ts'

const days = 24 * 60 * 60 * 1000
/** How long a session lives without being used, in milliseconds. */
export const sessionLifeMs = 30 * days
/** A session in use is prolonged once a day, not by a write on every request. */
export const renewalMs = 1 * days

const tokenBytes = 32

/** How long a browser is known by its device cookie, in milliseconds: the longest that browsers allow. */
const deviceLifeMs = 400 * days

/** A new session token (256 random bits). Only the browser keeps it. */
export function makeToken(): string {
  return randomBytes(tokenBytes).toString('base64url')
}

/** What the database keeps of a token. */
export function hashToken(token: string): string {
  return hash('sha256', token, 'base64url')
}

export function readSessionCookie(request: FastifyRequest, config: Config): string | undefined {
  return request.cookies[cookieName(config)]
}

export function setSessionCookie(reply: FastifyReply, config: Config, token: string): void {
  reply.setCookie(cookieName(config), token, {
    ...cookieOptions(config),
    maxAge: sessionLifeMs / 1000,
  })
}

export function clearSessionCookie(reply: FastifyReply, config: Config): void {
  reply.clearCookie(cookieName(config), cookieOptions(config))
}

/** Tells a browser that has signed in before from a new one. It lets no one in. */
export function readDeviceCookie(request: FastifyRequest, config: Config): string | undefined {
  const token = request.cookies[deviceCookieName(config)]
  return token !== undefined && /^[\w-]{43}$/.test(token) ? token : undefined
}

export function setDeviceCookie(reply: FastifyReply, config: Config, token: string): void {
  reply.setCookie(deviceCookieName(config), token, {
    ...cookieOptions(config),
    maxAge: deviceLifeMs / 1000,
  })
}

function isHttps(config: Config): boolean {
  return config.baseUrl.startsWith('https:')
}

/** Browsers take the prefix only on https, where it keeps other hosts of the domain from setting it. */
function cookieName(config: Config): string {
  return isHttps(config) ? '__Host-session' : 'session'
}

function deviceCookieName(config: Config): string {
  return isHttps(config) ? '__Host-device' : 'device'
}

function cookieOptions(config: Config) {
  return { path: '/', httpOnly: true, sameSite: 'lax', secure: isHttps(config) } as const
}
