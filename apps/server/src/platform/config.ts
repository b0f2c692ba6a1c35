import { delimiter, isAbsolute, join } from 'node:path'
import { isIPv6 } from 'node:net'
import { z } from 'zod'
import { isLocalHost } from './http/origin.ts'
import { proxyProblem } from './http/remote-address.ts'

// The only module that reads the environment. Every variable has a development default, so that a fresh clone starts with nothing
// configured; production refuses those defaults. docs/operating.md explains each variable to operators.

const bool = z.enum(['true', 'false', '1', '0', '']).transform((value) => value === 'true' || value === '1')
const portMessage = 'must be a whole number from 0 to 65535'
const port = z.coerce.number(portMessage).int(portMessage).min(0, portMessage).max(65535, portMessage)

const secret = z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 hexadecimal digits')

/** RFC 7065, with a port and a transport where they are given. */
const turnUrl = z
  .string()
  .regex(
    /^turns?:(\[[0-9a-f:.]+\]|[a-z0-9.-]+)(:\d{1,5})?(\?transport=(udp|tcp))?$/i,
    'must be addresses such as turn:turn.example.com:3478 or turns:turn.example.com:443?transport=tcp',
  )

const schema = z.object({
  // Where it listens and keeps things.
  PORT: port.default(4000),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().default('.data'),
  /** The address visitors type; decides cookies' Secure flag, links in mails, and the Origin that writes must carry. */
  PUBLIC_URL: z.url().optional(),
  /** An origin of their own for media; its proxy leads to the same port. Needs PUBLIC_URL. */
  MEDIA_ORIGIN: z.url().optional(),
  /** Addresses of proxies whose forwarding headers are believed, comma separated. */
  TRUSTED_PROXIES: z
    .string()
    .default('')
    .transform((value) =>
      value
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean),
    ),
  /** A file of addresses and countries (.mmdb) instead of the built-in one; read again when it changes. */
  COUNTRY_DATABASE: z.string().optional(),

  // What it is.
  FANLIGHT_MODE: z.enum(['demo', 'production']).default('demo'),
  /** Others may open this demo: it listens on addresses of a network, and its accounts get passwords that are not published. */
  FANLIGHT_DEMO_PUBLIC: bool.default(false),
  FANLIGHT_DEV: bool.default(false),
  /** Key for signed addresses and encrypted columns, 32 bytes in hex; made in DATA_DIR in demo mode. */
  FANLIGHT_SECRET: secret.optional(),
  /** Secrets from before, comma separated: they still open what was encrypted with them, and encrypt nothing. */
  FANLIGHT_OLD_SECRETS: z
    .string()
    .default('')
    .transform((value) =>
      value
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean),
    )
    .pipe(z.array(secret).max(5)),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
  /** Where the log goes: standard output, or files in DATA_DIR. `npm start` keeps the terminal for people. */
  LOG_TO: z.enum(['stdout', 'file']).optional(),
  HASH_PW_CLIENT: z.enum(['true', 'false']).default('false'),

  // Where its data is.
  /** PostgreSQL of one's own, 15 or newer. Without it an embedded PostgreSQL runs in DATA_DIR. */
  DATABASE_URL: z
    .string()
    .refine(
      isDatabaseUrl,
      'must be an address such as postgres://user:password@host:5432/name, with special signs as %40',
    )
    .optional(),
  DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(16),
  /** Carries live messages between processes. Without it PostgreSQL does. */
  REDIS_URL: z.url({ protocol: /^rediss?$/, error: 'must begin with redis:// or rediss://' }).optional(),

  // Live video.
  /** The UDP port over which live video comes and goes. 0 takes whichever is free, which no firewall can be opened for. */
  LIVE_PORT: port.default(0),
  /** The TCP port for those whose network drops UDP. 0 as above. */
  LIVE_TCP_PORT: port.default(0),
  /** The TCP port for programs that send by RTMP, or `off`. 0 as above: the default of a demo; in production RTMP is off unless a port is named. */
  LIVE_RTMP_PORT: z.union([z.literal('off'), port], 'must be a port, or “off”').optional(),
  /** The address that browsers reach these ports at, where it is another than HOST, such as the public one of a machine behind NAT. */
  LIVE_ADDRESS: z.ipv4().optional(),
  /** The engine of live rooms, where it runs as a process of its own (role `live`): its address in the private network, such as http://10.0.0.5:7880. */
  LIVE_ENGINE_URL: z.url({ protocol: /^http$/ }).optional(),
  /** TURN servers, comma separated, for signed-in people whose network lets no live video through. Needs LIVE_TURN_SECRET. */
  LIVE_TURN_URLS: z
    .string()
    .default('')
    .transform((value) =>
      value
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean),
    )
    .pipe(z.array(turnUrl).max(5)),
  /** What the TURN servers share with us (`static-auth-secret` of coturn): credentials that expire are made of it. */
  LIVE_TURN_SECRET: z.string().min(16, 'must have 16 signs or more').max(200).optional(),
  /** A LiveKit server that keeps the live rooms in place of our own engine: its address for the product. Browsers never reach it there. */
  LIVEKIT_URL: z
    .url({ protocol: /^(https?|wss?)$/, error: 'must begin with http://, https://, ws:// or wss://' })
    .optional(),
  LIVEKIT_API_KEY: z.string().min(1).max(200).optional(),
  LIVEKIT_API_SECRET: z.string().min(32, 'must have 32 signs or more').max(500).optional(),

  // Live video through the network of Agora, where the site's settings say so. Each of the three needs the others.
  /** The certificate of the Agora project (32 hexadecimal digits), which signs tokens. */
  AGORA_APP_CERTIFICATE: z
    .string()
    .regex(/^[0-9a-f]{32}$/i, 'must be 32 hexadecimal digits')
    .optional(),
  /** A key of Agora's REST API: with it people are seen and removed. */
  AGORA_CUSTOMER_ID: z.string().max(200).optional(),
  AGORA_CUSTOMER_SECRET: z.string().max(200).optional(),
  /** Another server that speaks Agora's REST API, such as a mock of one's own. */
  AGORA_API_URL: z.url({ protocol: /^https?$/ }).default('https://api.agora.io'),

  // Mail. Without SMTP_URL mails stay in the outbox page of demo mode.
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must begin with smtp:// or smtps://' }).optional(),
  /** The mail server may be a machine of a private network. */
  ALLOW_PRIVATE_SMTP: bool.default(false),
  MAIL_FROM: z.string().default('Fanlight <hello@localhost>'),

  // Cards. Without keys no card is taken in production; demo mode has its test gateway.
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_(test|live)_[a-zA-Z0-9_]{8,}$/, 'must be a secret key of Stripe')
    .optional(),
  /** Verifies the signature of Stripe webhooks. Configure `https://…/api/payment/webhooks/stripe` as the endpoint URL in Stripe. */
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_[a-zA-Z0-9+/=_-]{16,}$/, 'must be the signing secret of a webhook endpoint')
    .optional(),
  /** Another server that speaks Stripe's API, such as a mock of one's own. */
  STRIPE_API_URL: z.url({ protocol: /^https?$/ }).default('https://api.stripe.com'),

  // Age assurance, for countries that require more than self-declaration. Each of the two variables requires the other.
  /** The URL of the age assurance provider (docs/operating.md describes the requests that it receives). */
  AGE_PROVIDER_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** What we show it, and what it signs with. */
  AGE_PROVIDER_SECRET: z.string().min(16, 'must have 16 signs or more').optional(),
  /** The reCAPTCHA server, if reCAPTCHA is used; can be another server with the same API, such as a test stub. */
  RECAPTCHA_URL: z.url({ protocol: /^https?$/ }).default('https://www.google.com'),

  // Signing in with others. Without these a visitor sees no button.
  /** An OAuth client of Google's (type “Web application”), whose redirect address is `https://…/auth/google/callback`. */
  GOOGLE_CLIENT_ID: z.string().max(200).optional(),
  GOOGLE_CLIENT_SECRET: z.string().max(200).optional(),
  /** The server that speaks OpenID Connect in Google's stead, such as a server of one's own. */
  GOOGLE_ISSUER_URL: z.url({ protocol: /^https?$/ }).default('https://accounts.google.com'),
  /** Key and secret of an app at Twitter (X) with OAuth 1.0a, whose callback is `https://…/auth/twitter/callback`. */
  TWITTER_API_KEY: z.string().max(200).optional(),
  TWITTER_API_SECRET: z.string().max(200).optional(),
  /** Another server that speaks Twitter's OAuth 1.0a. */
  TWITTER_API_URL: z.url({ protocol: /^https?$/ }).default('https://api.x.com'),

  // Push messages go to public addresses over https alone, and to this server where one is named, such as a test stub.
  PUSH_SERVICE_URL: z.url({ protocol: /^https?$/ }).optional(),

  // Limits multiplied for benchmarks and load tests; never removed.
  RATE_LIMIT_FACTOR: z.coerce.number().positive().default(1),
  /** Tests only: the reliability check whose rule is broken in the loaded sources (`scripts/load-patches.mjs`). */
  SABOTAGE: z.string().default(''),
  /** Test builds only: names of points at which the process kills itself. */
  FAULT: z.string().default(''),
  /** Production refuses a decoder without namespaces unless this says otherwise. */
  ALLOW_WEAK_SANDBOX: bool.default(false),
  /** The folders in which ffmpeg is searched. */
  PATH: z.string().default(''),
})

/** What the driver can read: it takes anything else for a host name. */
function isDatabaseUrl(value: string): boolean {
  const url = URL.parse(value)
  if (!url || !/^postgres(ql)?:$/.test(url.protocol) || !value.startsWith(`${url.protocol}//`)) return false
  try {
    for (const part of [url.username, url.password, url.hostname, url.pathname]) decodeURIComponent(part)
    return true
  } catch {
    return false
  }
}

export interface Config {
  port: number
  host: string
  dataDir: string
  publicUrl?: string
  mediaOrigin?: string
  trustedProxies: string[]
  countryDatabase?: string
  mode: 'demo' | 'production'
  dev: boolean
  /** Loads the demo world on the first run. */
  demoWorld: boolean
  /** Demo mode that others may open. */
  demoPublic: boolean
  secret?: string
  oldSecrets: string[]
  logLevel: string
  /** Without one the log goes to standard output. */
  logFile?: string
  hashPasswordOnClient: boolean
  databaseUrl?: string
  databasePool: number
  redisUrl?: string
  livePort: number
  liveTcpPort: number
  /** Absent where RTMP is off. */
  liveRtmpPort?: number
  liveAddress?: string
  /** Where the engine of live rooms is reached; in the role `all` its own, when that has started. */
  liveEngineUrl?: string
  /** Present where Agora is configured; the site's settings say whether it is used. */
  agora?: { certificate: string; customerId: string; customerSecret: string; apiUrl: string }
  /** Present where TURN servers are configured. */
  liveTurn?: { urls: readonly string[]; secret: string }
  /** The server that keeps the live rooms in place of our own engine. */
  liveKit?: { url: string; key: string; secret: string }
  smtpUrl?: string
  allowPrivateSmtp: boolean
  /** A push service at an address of one's own. */
  pushServiceUrl?: string
  mailFrom: string
  /** Present where cards are taken through Stripe. */
  stripe?: { apiUrl: string; secretKey: string; webhookSecret: string }
  /** Present if an age assurance provider is configured. */
  ageProvider?: { url: string; secret: string }
  /** Present where visitors may sign in with Google. */
  google?: { issuerUrl: string; clientId: string; clientSecret: string }
  /** Present where visitors may sign in with Twitter. */
  twitter?: { apiUrl: string; apiKey: string; apiSecret: string }
  recaptchaUrl: string
  rateLimitFactor: number
  fault: string
  allowWeakSandbox: boolean
  programFolders: string[]
}

export class ConfigError extends Error {
  readonly problems: string[]
  constructor(problems: string[]) {
    super(`Fanlight can't start with this configuration:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`)
    this.problems = problems
  }
}

/** Reads and checks everything at once, so that one start names every problem. */
export function loadConfig(
  env: Record<string, string | undefined> = process.env,
  argv: string[] = process.argv.slice(2),
): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
  const parsed = schema.safeParse(given)
  if (!parsed.success)
    throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`))
  const e = parsed.data
  const problems: string[] = []
  if (!e.STRIPE_SECRET_KEY !== !e.STRIPE_WEBHOOK_SECRET)
    problems.push('STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET: each needs the other')
  if (!e.AGE_PROVIDER_URL !== !e.AGE_PROVIDER_SECRET)
    problems.push('AGE_PROVIDER_URL, AGE_PROVIDER_SECRET: each needs the other')
  if (!e.GOOGLE_CLIENT_ID !== !e.GOOGLE_CLIENT_SECRET)
    problems.push('GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET: each needs the other')
  if (!e.TWITTER_API_KEY !== !e.TWITTER_API_SECRET)
    problems.push('TWITTER_API_KEY, TWITTER_API_SECRET: each needs the other')
  if (e.LIVE_TURN_URLS.length > 0 !== (e.LIVE_TURN_SECRET !== undefined))
    problems.push('LIVE_TURN_URLS, LIVE_TURN_SECRET: each needs the other')
  const liveKit = [e.LIVEKIT_URL, e.LIVEKIT_API_KEY, e.LIVEKIT_API_SECRET]
  if (liveKit.some(Boolean) && !liveKit.every(Boolean))
    problems.push('LIVEKIT_URL, LIVEKIT_API_KEY, LIVEKIT_API_SECRET: each needs the others')
  if (e.LIVEKIT_URL && e.LIVE_ENGINE_URL)
    problems.push('LIVEKIT_URL, LIVE_ENGINE_URL: live rooms are kept by one of the two')
  const ofAgora = [e.AGORA_APP_CERTIFICATE, e.AGORA_CUSTOMER_ID, e.AGORA_CUSTOMER_SECRET].filter(Boolean).length
  if (ofAgora % 3 !== 0)
    problems.push('AGORA_APP_CERTIFICATE, AGORA_CUSTOMER_ID, AGORA_CUSTOMER_SECRET: each needs the others')
  if (e.FANLIGHT_MODE === 'production') {
    if (e.AGE_PROVIDER_URL && !e.AGE_PROVIDER_URL.startsWith('https://'))
      problems.push('AGE_PROVIDER_URL: production needs an https:// address')
    for (const name of ['GOOGLE_ISSUER_URL', 'TWITTER_API_URL'] as const)
      if (!e[name].startsWith('https://')) problems.push(`${name}: production needs an https:// address`)
    if (!e.AGORA_API_URL.startsWith('https://')) problems.push('AGORA_API_URL: production needs an https:// address')
    if (!e.STRIPE_API_URL.startsWith('https://')) problems.push('STRIPE_API_URL: production needs an https:// address')
    if (!e.RECAPTCHA_URL.startsWith('https://')) problems.push('RECAPTCHA_URL: production needs an https:// address')
    if (!e.DATABASE_URL) problems.push('DATABASE_URL: production needs its own PostgreSQL')
    if (!e.FANLIGHT_SECRET)
      problems.push('FANLIGHT_SECRET: production needs a secret of its own (64 hexadecimal digits)')
    else if (/^(.)\1+$/.test(e.FANLIGHT_SECRET) || new Set(e.FANLIGHT_SECRET).size < 8)
      problems.push('FANLIGHT_SECRET: this one is too weak; take 32 random bytes')
    if (!e.PUBLIC_URL?.startsWith('https://')) problems.push('PUBLIC_URL: production needs an https:// address')
    if (e.SABOTAGE || e.FAULT) problems.push('SABOTAGE, FAULT: these exist for tests alone')
    if (e.FANLIGHT_DEMO_PUBLIC) problems.push('FANLIGHT_DEMO_PUBLIC: production has no demo accounts')
    if (e.FANLIGHT_DEV) problems.push('FANLIGHT_DEV: production does not run the development server')
    if (e.RATE_LIMIT_FACTOR !== 1) problems.push('RATE_LIMIT_FACTOR: production keeps its limits')
  } else {
    if (e.STRIPE_SECRET_KEY?.includes('_live_'))
      problems.push('STRIPE_SECRET_KEY: demo mode does not start beside a live key; set FANLIGHT_MODE=production')
    problems.push(...publicDemoProblems(e))
  }
  if (e.PUBLIC_URL && new URL(e.PUBLIC_URL).href !== `${new URL(e.PUBLIC_URL).origin}/`)
    problems.push('PUBLIC_URL: the site has no path, such as https://example.com')
  const proxies = proxyProblem(e.TRUSTED_PROXIES)
  if (proxies) problems.push(`TRUSTED_PROXIES: ${proxies}`)
  problems.push(...mediaOriginProblems(e))
  if (problems.length > 0) throw new ConfigError(problems)
  return {
    port: e.PORT,
    host: e.HOST,
    dataDir: e.DATA_DIR,
    ...(e.PUBLIC_URL && { publicUrl: new URL(e.PUBLIC_URL).origin }),
    ...(e.MEDIA_ORIGIN && { mediaOrigin: new URL(e.MEDIA_ORIGIN).origin }),
    trustedProxies: e.TRUSTED_PROXIES,
    ...(e.COUNTRY_DATABASE && { countryDatabase: e.COUNTRY_DATABASE }),
    mode: e.FANLIGHT_MODE,
    dev: e.FANLIGHT_DEV,
    demoPublic: e.FANLIGHT_DEMO_PUBLIC,
    demoWorld: e.FANLIGHT_MODE === 'demo' && !argv.includes('--empty'),
    ...(e.FANLIGHT_SECRET && { secret: e.FANLIGHT_SECRET }),
    oldSecrets: e.FANLIGHT_OLD_SECRETS,
    logLevel: e.LOG_LEVEL,
    ...(logsToFile(e, argv) && { logFile: join(e.DATA_DIR, 'logs', `${argv[0] === 'worker' ? 'worker' : 'web'}.log`) }),
    hashPasswordOnClient: e.HASH_PW_CLIENT === 'true',
    ...(e.DATABASE_URL && { databaseUrl: e.DATABASE_URL }),
    databasePool: e.DATABASE_POOL,
    ...(e.REDIS_URL && { redisUrl: e.REDIS_URL }),
    livePort: e.LIVE_PORT,
    liveTcpPort: e.LIVE_TCP_PORT,
    ...rtmpPort(e),
    ...(e.LIVE_ADDRESS && { liveAddress: e.LIVE_ADDRESS }),
    ...(e.LIVE_ENGINE_URL && { liveEngineUrl: new URL(e.LIVE_ENGINE_URL).origin }),
    ...(e.LIVE_TURN_SECRET && { liveTurn: { urls: e.LIVE_TURN_URLS, secret: e.LIVE_TURN_SECRET } }),
    ...(e.LIVEKIT_URL &&
      e.LIVEKIT_API_KEY &&
      e.LIVEKIT_API_SECRET && {
        liveKit: {
          url: new URL(e.LIVEKIT_URL.replace(/^ws/, 'http')).origin,
          key: e.LIVEKIT_API_KEY,
          secret: e.LIVEKIT_API_SECRET,
        },
      }),
    ...(e.AGORA_APP_CERTIFICATE &&
      e.AGORA_CUSTOMER_ID &&
      e.AGORA_CUSTOMER_SECRET && {
        agora: {
          certificate: e.AGORA_APP_CERTIFICATE,
          customerId: e.AGORA_CUSTOMER_ID,
          customerSecret: e.AGORA_CUSTOMER_SECRET,
          apiUrl: new URL(e.AGORA_API_URL).origin,
        },
      }),
    ...(e.SMTP_URL && { smtpUrl: e.SMTP_URL }),
    allowPrivateSmtp: e.ALLOW_PRIVATE_SMTP,
    ...(e.PUSH_SERVICE_URL && { pushServiceUrl: e.PUSH_SERVICE_URL }),
    mailFrom: e.MAIL_FROM,
    ...(e.STRIPE_SECRET_KEY &&
      e.STRIPE_WEBHOOK_SECRET && {
        stripe: { apiUrl: e.STRIPE_API_URL, secretKey: e.STRIPE_SECRET_KEY, webhookSecret: e.STRIPE_WEBHOOK_SECRET },
      }),
    ...(e.AGE_PROVIDER_URL &&
      e.AGE_PROVIDER_SECRET && {
        ageProvider: { url: e.AGE_PROVIDER_URL.replace(/\/$/, ''), secret: e.AGE_PROVIDER_SECRET },
      }),
    ...(e.GOOGLE_CLIENT_ID &&
      e.GOOGLE_CLIENT_SECRET && {
        google: {
          issuerUrl: e.GOOGLE_ISSUER_URL.replace(/\/$/, ''),
          clientId: e.GOOGLE_CLIENT_ID,
          clientSecret: e.GOOGLE_CLIENT_SECRET,
        },
      }),
    ...(e.TWITTER_API_KEY &&
      e.TWITTER_API_SECRET && {
        twitter: {
          apiUrl: new URL(e.TWITTER_API_URL).origin,
          apiKey: e.TWITTER_API_KEY,
          apiSecret: e.TWITTER_API_SECRET,
        },
      }),
    recaptchaUrl: e.RECAPTCHA_URL,
    rateLimitFactor: e.RATE_LIMIT_FACTOR,
    fault: e.FAULT,
    allowWeakSandbox: e.ALLOW_WEAK_SANDBOX,
    programFolders: e.PATH.split(delimiter).filter((folder) => isAbsolute(folder)),
  }
}

// What is sent by RTMP, the key first of all, is not encrypted: in production it is somebody's decision.
function rtmpPort(e: z.infer<typeof schema>): { liveRtmpPort?: number } {
  const port = e.LIVE_RTMP_PORT ?? (e.FANLIGHT_MODE === 'production' ? 'off' : 0)
  return port === 'off' ? {} : { liveRtmpPort: port }
}

/** On a terminal, only messages for people are shown; a parent process passes `--log-to-file` to its worker. */
function logsToFile(e: { LOG_TO?: string | undefined; FANLIGHT_DEV: boolean }, argv: string[]): boolean {
  if (e.LOG_TO) return e.LOG_TO === 'file'
  return (argv[0] === 'all' && !e.FANLIGHT_DEV) || argv.includes('--log-to-file')
}

// The accounts of a demo have published passwords, staff included.
function publicDemoProblems(e: z.infer<typeof schema>): string[] {
  if (e.FANLIGHT_DEMO_PUBLIC) return []
  const hostnames = {
    HOST: isIPv6(e.HOST) ? `[${e.HOST}]` : e.HOST,
    PUBLIC_URL: e.PUBLIC_URL && new URL(e.PUBLIC_URL).hostname,
    MEDIA_ORIGIN: e.MEDIA_ORIGIN && new URL(e.MEDIA_ORIGIN).hostname,
  }
  return Object.entries(hostnames)
    .filter(([, name]) => name !== undefined && !isLocalHost(name))
    .map(
      ([variable]) =>
        `${variable}: demo mode serves this machine only; set FANLIGHT_MODE=production, or FANLIGHT_DEMO_PUBLIC=1 for a demo that others may open`,
    )
}

// Media of an origin of their own know whose pages may read them, and can't run anything in those pages' origin.
function mediaOriginProblems(e: z.infer<typeof schema>): string[] {
  if (!e.MEDIA_ORIGIN) return []
  const { origin, href, protocol } = new URL(e.MEDIA_ORIGIN)
  const problems: string[] = []
  if (href !== `${origin}/`) problems.push('MEDIA_ORIGIN: an origin has no path, such as https://media.example.com')
  if (!e.PUBLIC_URL) problems.push('MEDIA_ORIGIN: needs PUBLIC_URL, whose pages may read the media')
  else if (new URL(e.PUBLIC_URL).host === new URL(origin).host)
    problems.push('MEDIA_ORIGIN: takes another host than PUBLIC_URL')
  if (e.FANLIGHT_MODE === 'production' && protocol !== 'https:')
    problems.push('MEDIA_ORIGIN: production needs an https:// address')
  return problems
}
