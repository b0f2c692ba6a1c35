import { execFileSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './bootstrap.mjs'

const TEXT_BYTES_MAX = 1_000_000

const PATTERNS = [
  ['a private key', /-----BEGIN (?:RSA |EC |OPENSSH |PGP |ENCRYPTED )?PRIVATE KEY/],
  ['a Stripe live key', /\b[rs]k_live_[0-9a-zA-Z]{16,}/],
  ['a webhook secret', /\bwhsec_[0-9a-zA-Z+/=]{24,}/],
  ['an AWS access key', /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/],
  ['a GitHub token', /\bgh[pousr]_[0-9A-Za-z]{36,}/],
  ['a Google API key', /\bAIza[0-9A-Za-z_-]{35}\b/],
  ['a Slack token', /\bxox[abprs]-[0-9A-Za-z-]{10,}/],
  ['an npm token', /\bnpm_[0-9A-Za-z]{36}\b|_authToken\s*=\s*\S+/],
  ['a signed token', /\beyJ[0-9A-Za-z_-]{20,}\.eyJ[0-9A-Za-z_-]{20,}\.[0-9A-Za-z_-]{20,}/],
  [
    'a password in an address',
    /\b[a-z]+:\/\/[^\s:@/'"`${}]+:(?!(?:password|secret|example|test|postgres)@)[^\s:@/'"`${}]{6,}@(?!127\.0\.0\.1|localhost)/,
  ],
]

/** Lists what looks like a secret in the files that are, or would be, committed. */
export async function findSecrets() {
  const found = sourceFiles().flatMap(({ name, text }) =>
    text
      .split('\n')
      .flatMap((line, index) =>
        PATTERNS.filter(([, pattern]) => pattern.test(line)).map(([what]) => `${name}:${index + 1} looks like ${what}`),
      ),
  )
  return found.join('\n') || undefined
}

/** Every text file of the repository, committed or new. */
export function sourceFiles() {
  return listFiles().flatMap((name) => {
    const path = join(root, name)
    const stat = statSync(path, { throwIfNoEntry: false })
    if (!stat?.isFile() || stat.size > TEXT_BYTES_MAX) return []
    const bytes = readFileSync(path)
    return bytes.subarray(0, 1_000).includes(0) ? [] : [{ name, text: bytes.toString('utf8') }]
  })
}

function listFiles() {
  // The list comes from git itself, also where the folder belongs to another account.
  const args = ['-c', `safe.directory=${root}`, 'ls-files', '--cached', '--others', '--exclude-standard', '-z']
  return execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 50_000_000 }).split('\0').filter(Boolean)
}
