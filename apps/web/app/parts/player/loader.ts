import type Hls from 'hls.js'
import type {
  FragmentLoaderContext,
  Loader,
  LoaderCallbacks,
  LoaderConfiguration,
  LoaderContext,
  PlaylistLoaderContext,
} from 'hls.js'
import { type FilmAddresses, partName } from './addresses.ts'

type Base = typeof Hls.DefaultConfig.loader
const refused = new Set([401, 403, 404, 410])

/** hls.js's own loader, with addresses renewed before they run out, and once more where one was refused all the same. */
export function renewingLoader(base: Base, addresses: FilmAddresses, heightOf: (level: number) => number): Base {
  return class RenewingLoader implements Loader<LoaderContext> {
    private inner: Loader<LoaderContext>
    private readonly makeInner: () => Loader<LoaderContext>
    readonly stats
    private isOver = false

    constructor(config: ConstructorParameters<Base>[0]) {
      this.makeInner = () => new base(config)
      this.inner = this.makeInner()
      this.stats = this.inner.stats
    }
    get context() {
      return this.inner.context
    }

    load(context: LoaderContext, config: LoaderConfiguration, callbacks: LoaderCallbacks<LoaderContext>): void {
      const height = this.heightIn(context)
      const start = () =>
        this.inner.load(context, config, {
          ...callbacks,
          onSuccess: (response, stats, ...rest) => {
            if (height !== null && !isPart(context)) addresses.noteRead(height)
            Object.assign(this.stats, stats)
            callbacks.onSuccess(response, this.stats, ...rest)
          },
          onError: (error, ...rest) => {
            if (height === null || !refused.has(error.code) || this.isOver) return callbacks.onError(error, ...rest)
            this.renew(context, height, true).then(
              (isRenewed) => {
                if (this.isOver) return
                if (!isRenewed) return callbacks.onError(error, ...rest)
                this.inner.destroy()
                this.inner = this.makeInner()
                this.inner.load(context, config, callbacks)
              },
              () => callbacks.onError(error, ...rest),
            )
          },
        })
      const isStale = height !== null && (isPart(context) ? addresses.isStale(height) : addresses.arePlaylistsStale())
      if (!isStale) return start()
      // Where renewing fails the old address is tried, and its refusal is the answer.
      void this.renew(context, height, false)
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

    private async renew(context: LoaderContext, height: number, isRefused: boolean): Promise<boolean> {
      const url = isPart(context)
        ? await addresses.partOf(height, partName(context.url), isRefused)
        : await addresses.playlistOf(height, isRefused)
      if (!url) return false
      context.url = new URL(url, location.href).href
      return true
    }
    private heightIn(context: LoaderContext): number | null {
      const level = isPart(context) ? context.frag.level : (context as PlaylistLoaderContext).level
      return level === null || level === undefined || (context.type as string) === 'manifest' ? null : heightOf(level)
    }
  } as Base
}

const isPart = (context: LoaderContext): context is FragmentLoaderContext => 'frag' in context
