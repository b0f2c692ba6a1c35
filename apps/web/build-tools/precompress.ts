import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const text = /\.(?:js|css|svg|json|webmanifest|html|txt)$/

/** Writes a .br and a .gz beside every text file of the browser build, so that serving one costs no compression. */
export function precompress(): Plugin {
  return {
    name: 'fanlight:precompress',
    apply: 'build',
    async writeBundle({ dir }) {
      if (!dir || !/[\\/]client$/.test(dir)) return
      const files = (await readdir(dir, { recursive: true })).filter((file) => text.test(file))
      for (const file of files) await squeeze(join(dir, file))
    },
  }
}

async function squeeze(path: string): Promise<void> {
  const raw = await readFile(path)
  if (raw.length < 512) return
  const br = await promisify(brotliCompress)(raw, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: raw.length },
  })
  await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, await promisify(gzip)(raw, { level: 9 }))])
}
