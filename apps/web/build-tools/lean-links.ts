import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const app = fileURLToPath(new URL('../app/', import.meta.url))
const ours = `${app}link.server.tsx`

/** In the server's build, pages draw their links with `app/link.server.tsx`. */
export function leanLinks(): Plugin {
  return {
    name: 'fanlight:lean-links',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.name === 'ssr',
    resolveId: (source, importer) =>
      source === 'react-router' && importer?.startsWith(app) && !importer.startsWith(ours) ? ours : null,
  }
}
