import type { Plugin } from 'vite'

const asked = /new Intl\.NumberFormat\(domEnv \? nav\.language : 'en-US'\)/

/**
 * Some browsers call their language by a name that is no tag ('en-US@posix' where the system has none), and Intl throws at it. The chart
 * library asks for that name as it loads; it gets the browser's own choice. Our charts write their numbers in the page's language.
 */
export function safeLocale(): Plugin {
  return {
    name: 'fanlight:safe-locale',
    apply: 'build',
    transform(code, id) {
      if (!id.endsWith('/uplot/dist/uPlot.esm.js')) return undefined
      if (!asked.test(code)) this.error('uPlot asks for its language in another way.')
      return { code: code.replace(asked, 'new Intl.NumberFormat()'), map: null }
    },
  }
}
