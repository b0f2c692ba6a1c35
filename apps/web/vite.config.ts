import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { precompress } from './build-tools/precompress.ts'

export default defineConfig({
  plugins: [tailwindcss(), reactRouter(), precompress()],
  // Pictures and fonts stay files of their own: inlined ones would weigh on every page and break the font preload.
  build: { assetsInlineLimit: 0, target: 'es2022', reportCompressedSize: false, chunkSizeWarningLimit: 700 },
  // The icon and widget packages are thousands of small files: bundled, the server starts without reading them.
  ssr: { noExternal: ['lucide-react', '@base-ui/react', 'clsx', 'uplot', /^@fontsource-variable\//] },
  server: { fs: { allow: ['../..'] } },
})
