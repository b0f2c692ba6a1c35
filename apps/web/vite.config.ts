import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { leanIcons } from './build-tools/lean-icons.ts'
import { leanLinks } from './build-tools/lean-links.ts'
import { modernCss } from './build-tools/modern-css.ts'
import { precompress } from './build-tools/precompress.ts'

const inApp = (...files: string[]) => new RegExp(`/app/(?:${files.join('|')})\\.(?:tsx?|js)$`)

/** Many small files cost more to send than their words: what every page needs comes in three. */
const browserGroups = [
  { name: 'react', test: /[\\/]node_modules[\\/](?:react|react-dom|scheduler)[\\/]/, priority: 3 },
  { name: 'router', test: /[\\/]node_modules[\\/](?:react-router|cookie)[\\/]/, priority: 3 },
  {
    name: 'frame',
    test: inApp(
      'page',
      'handle',
      'trusted',
      'api/problem',
      'i18n/(?:context|formats|translator|area-messages|messages\\.client|locale)',
      'layouts/(?:public|shell|skip-link|site-footer|demo-banner|preferences|page-handle|area-error)',
      'parts/(?:site|logo|token-icon|verified-badge)',
      'ui/(?:button|details-menu|avatar|badge|toast|theme|fanlight)',
    ),
    priority: 2,
  },
]

export default defineConfig({
  plugins: [leanIcons(), leanLinks(), tailwindcss(), reactRouter(), modernCss(), precompress()],
  // Pictures and fonts stay files of their own: inlined ones would weigh on every page and break the font preload.
  build: {
    assetsInlineLimit: 0,
    target: 'es2022',
    cssTarget: ['chrome123', 'safari17.5', 'firefox128'],
    reportCompressedSize: false,
    chunkSizeWarningLimit: 700,
  },
  environments: { client: { build: { rolldownOptions: { output: { codeSplitting: { groups: browserGroups } } } } } },
  // The icon and widget packages are thousands of small files: bundled, the server starts without reading them.
  ssr: { noExternal: ['lucide-react', '@base-ui/react', 'clsx', 'uplot', /^@fontsource-variable\//] },
  server: { fs: { allow: ['../..'] } },
})
