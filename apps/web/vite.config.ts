import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { areaSources } from './build-tools/area-sources.ts'
import { modernCss } from './build-tools/modern-css.ts'
import { optionalFaces } from './build-tools/optional-faces.ts'
import { precompress } from './build-tools/precompress.ts'
import { safeLocale } from './build-tools/safe-locale.ts'
import { localeFiles } from './build-tools/locale-files.ts'

const fromPackages = (...names: string[]) => `/node_modules/(?:${names.join('|')})/`
const iconsNamed = (...names: string[]) => `/lucide-react/.*/icons/(?:${names.join('|')})\\.mjs$`
const inApp = (...files: string[]) => `/app/(?:${files.join('|')})\\.(?:tsx?|js)$`
const anyOf = (...patterns: string[]) => new RegExp(patterns.join('|'))

/**
 * Many small files cost more to send than their content: the code for every page is in two files, the code that pages with
 * posts share is in one, small icons are in another.
 */
const browserGroups = [
  { name: 'react', test: anyOf(fromPackages('react', 'react-dom', 'scheduler')) },
  {
    name: 'frame',
    test: anyOf(
      fromPackages('react-router', 'cookie', 'clsx'),
      '/lucide-react/(?!.*/icons/)',
      inApp(
        'root',
        'page',
        'handle',
        'trusted',
        'api/(?:problem|address|client)',
        'i18n/(?:context|formats|translator|area-messages|messages\\.client|locale)',
        'layouts/(?:public|shell|skip-link|site-footer|demo-banner|preferences|page-handle|area-error)',
        'parts/(?:site/site|site/logo|money/token-icon|creators/verified-badge|analytics/slot)',
        'ui/(?:button|details-menu|avatar|badge|toast|overlay|theme|fanlight|dot)',
      ),
    ),
  },
  { name: 'analytics', test: anyOf(inApp('parts/analytics/(?:analytics|question|answers|frame)')) },
  {
    name: 'posts',
    test: anyOf(
      inApp(
        'parts/(?:money/price|site/share|creators/follow-button|money/tip-button|account/use-sign-in|forms/use-toggle|forms/use-mutation)',
        'parts/posts/(?:contents|duration|files|pages|post-tile)',
        'ui/(?:dialog|menu|tabs|states|image|radio-cards)',
      ),
    ),
  },
  {
    // Small and wanted everywhere, also where no post is.
    name: 'icons',
    test: anyOf(
      iconsNamed(
        'audio-lines',
        'chevron-(?:down|left)',
        'ellipsis',
        'image',
        'images',
        'layout-grid',
        'link',
        'list-checks',
        'lock',
        'pencil',
        'pin',
        'play',
        'plus',
        'settings',
        'share-2',
        'trash',
        'user-round',
      ),
    ),
  },
]

export default defineConfig({
  plugins: [
    safeLocale(),
    localeFiles(),
    areaSources(),
    tailwindcss(),
    reactRouter(),
    modernCss(),
    optionalFaces(),
    precompress(),
  ],
  // Images and fonts stay files of their own: inlined ones would weigh on every page and break the font preload.
  build: {
    assetsInlineLimit: 0,
    target: 'es2022',
    cssTarget: ['chrome123', 'safari17.5', 'firefox128'],
    reportCompressedSize: false,
    chunkSizeWarningLimit: 700,
    // The list of what the step-up dialog consists of would be in the script of every page that can open it, and few do.
    modulePreload: { resolveDependencies: (file, needed) => (file.includes('/step-up-dialog-') ? [] : needed) },
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: { codeSplitting: { groups: browserGroups } },
          // The router's warnings to developers.
          treeshake: { manualPureFunctions: ['warning', 'warningOnce', 'warnOnce'] },
        },
      },
    },
  },
  // The icon and widget packages are thousands of small files: bundled, the server starts without reading them.
  ssr: { noExternal: ['lucide-react', '@base-ui/react', 'clsx', 'uplot', /^@fontsource-variable\//] },
  server: { fs: { allow: ['../..'] } },
})
