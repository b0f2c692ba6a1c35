import type { Plugin } from 'vite'

const eastAsian = /(?:chinese|japanese|korean)-faces[^/]*\.css$/

/**
 * East Asian fonts load after the first text. A late font is used from the next page on, like our other fonts, so that nothing
 * moves while the user reads; their package supports only `swap`.
 */
export function optionalFaces(): Plugin {
  return {
    name: 'fanlight:optional-faces',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle))
        if (file.type === 'asset' && eastAsian.test(file.fileName))
          file.source = String(file.source).replace(/font-display:\s*swap/g, 'font-display:optional')
    },
  }
}
