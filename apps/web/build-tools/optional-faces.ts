import type { Plugin } from 'vite'

const otherScripts = /(?:arabic|chinese|japanese|korean)[^/]*\.css$/

/**
 * The stand-ins of our fonts are as wide as English text. In other scripts a late font would move the text while somebody reads:
 * it is used from the next page on (docs/decisions/0353). The packages support only `swap`; and our own faces need a name of their
 * own there, since a browser takes a face of the same name when one that is optional comes too late.
 */
export function optionalFaces(): Plugin {
  return {
    name: 'fanlight:optional-faces',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle))
        if (file.type === 'asset' && otherScripts.test(file.fileName))
          file.source = String(file.source)
            .replace(/font-display:\s*swap/g, 'font-display:optional')
            .replace(/(Figtree|Bricolage Grotesque) Variable/g, '$1 Optional')
    },
  }
}
