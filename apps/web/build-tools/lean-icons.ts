import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const ours = fileURLToPath(new URL('../app/ui/lucide.ts', import.meta.url))

const drawing = /\/lucide-react\/.*\/icons\/[^/]+\.mjs$/

/**
 * Gives the icon package our own factory of icons instead of its. The drawings stay the package's, without the key of each
 * stroke: letters by chance, which no compression can shorten.
 */
export function leanIcons(): Plugin {
  return {
    name: 'fanlight:lean-icons',
    apply: 'build',
    enforce: 'pre',
    resolveId: (source, importer) =>
      source.endsWith('/createLucideIcon.mjs') && importer?.includes('/lucide-react/') ? ours : null,
    transform: (code, id) =>
      drawing.test(id) ? { code: code.replace(/,\s*key:\s*"[^"]*"/g, ''), map: null } : undefined,
  }
}
