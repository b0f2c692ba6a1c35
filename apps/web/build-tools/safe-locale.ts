import type { Plugin } from 'vite'

const localeLookup = /new Intl\.NumberFormat\(domEnv \? nav\.language : 'en-US'\)/

/**
 * Some browsers report a language that is not a valid language tag ('en-US@posix' where the system has none), and Intl throws
 * an error. The chart library uses that value when it loads; it gets the browser's default instead. Our charts format numbers
 * in the page's language.
 */
export function safeLocale(): Plugin {
  return {
    name: 'fanlight:safe-locale',
    apply: 'build',
    transform(code, id) {
      if (!id.endsWith('/uplot/dist/uPlot.esm.js')) return undefined
      if (!localeLookup.test(code)) this.error('uPlot reads the browser’s language in another way.')
      return { code: code.replace(localeLookup, 'new Intl.NumberFormat()'), map: null }
    },
  }
}
