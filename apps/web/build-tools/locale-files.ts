import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const messages = fileURLToPath(new URL('../app/locales/', import.meta.url))

/**
 * Puts the message files beside the scripts, under one name for all of them: a page that knows its locale then knows the address of
 * each, and carries no list. One changed message gives them all another name; a reader has about ten.
 */
export function localeFiles(): Plugin {
  const files = readdirSync(messages, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.json'))
    .toSorted()
    // Without the spaces and lines that are there for who writes them.
    .map((file) => ({ file, text: JSON.stringify(JSON.parse(readFileSync(messages + file, 'utf8'))) }))
  const hash = createHash('sha256')
  for (const { file, text } of files) hash.update(`${file}\n${text}\n`)
  const folder = `assets/locales-${hash.digest('base64url').slice(0, 8)}`
  return {
    name: 'fanlight:locale-files',
    config: (_config, { command }) => ({
      define: { 'import.meta.env.LOCALES_AT': JSON.stringify(command === 'build' ? `/${folder}` : '/app/locales') },
    }),
    generateBundle() {
      if (this.environment.name !== 'client') return
      for (const { file, text } of files)
        this.emitFile({ type: 'asset', fileName: `${folder}/${file.replaceAll('\\', '/')}`, source: text })
    },
  }
}
