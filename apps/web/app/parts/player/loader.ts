import type Hls from 'hls.js'
import type { Loader, LoaderCallbacks, LoaderConfiguration, LoaderContext } from 'hls.js'
import type { RenewedBase } from './renewed-base.ts'

type LoaderClass = typeof Hls.DefaultConfig.loader
const refused = new Set([401, 403, 404, 410])

/** hls.js's own loader, with a base that is renewed before it expires, and once more where a part was refused all the same. */
export function renewingLoader(inner: LoaderClass, base: RenewedBase): LoaderClass {
  return class RenewingLoader implements Loader<LoaderContext> {
    private inner: Loader<LoaderContext>
    private readonly makeInner: () => Loader<LoaderContext>
    readonly stats
    private isOver = false

    constructor(config: ConstructorParameters<LoaderClass>[0]) {
      this.makeInner = () => new inner(config)
      this.inner = this.makeInner()
      this.stats = this.inner.stats
    }
    get context() {
      return this.inner.context
    }

    load(context: LoaderContext, config: LoaderConfiguration, callbacks: LoaderCallbacks<LoaderContext>): void {
      const start = () => {
        context.url = new URL(base.apply(context.url), location.href).href
        this.inner.load(context, config, {
          ...callbacks,
          onSuccess: (response, stats, ...rest) => {
            Object.assign(this.stats, stats)
            callbacks.onSuccess(response, this.stats, ...rest)
          },
          onError: (error, ...rest) => {
            if (!refused.has(error.code) || this.isOver) return callbacks.onError(error, ...rest)
            base.renew().then(
              (isRenewed) => {
                if (this.isOver) return
                if (!isRenewed) return callbacks.onError(error, ...rest)
                this.inner.destroy()
                this.inner = this.makeInner()
                context.url = new URL(base.apply(context.url), location.href).href
                this.inner.load(context, config, callbacks)
              },
              () => callbacks.onError(error, ...rest),
            )
          },
        })
      }
      if (!base.isStale) return start()
      // Where renewing fails the old base is tried, and its refusal is the answer.
      void base
        .renew()
        .catch(() => undefined)
        .then(() => this.isOver || start())
    }
    abort(): void {
      this.isOver = true
      this.inner.abort()
    }
    destroy(): void {
      this.isOver = true
      this.inner.destroy()
    }
    getCacheAge(): number | null {
      return this.inner.getCacheAge?.() ?? null
    }
    getResponseHeader(name: string): string | null {
      return this.inner.getResponseHeader?.(name) ?? null
    }
  } as LoaderClass
}
