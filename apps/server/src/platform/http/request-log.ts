import type { FastifyBaseLogger } from 'fastify'

/** A request's log, made only when something is to be written: nearly every request has nothing to say. */
export class RequestLog {
  readonly #parent: FastifyBaseLogger
  readonly #bindings: Record<string, unknown>
  #made: FastifyBaseLogger | undefined
  constructor(parent: FastifyBaseLogger, bindings: Record<string, unknown>) {
    this.#parent = parent
    this.#bindings = bindings
  }
  get #log(): FastifyBaseLogger {
    this.#made ??= this.#parent.child(this.#bindings)
    return this.#made
  }
  get level() {
    return this.#parent.level
  }
  child(...given: Parameters<FastifyBaseLogger['child']>) {
    return this.#log.child(...given)
  }
  fatal(...given: unknown[]) {
    this.#log.fatal(...(given as [string]))
  }
  error(...given: unknown[]) {
    this.#log.error(...(given as [string]))
  }
  warn(...given: unknown[]) {
    this.#log.warn(...(given as [string]))
  }
  info(...given: unknown[]) {
    this.#log.info(...(given as [string]))
  }
  debug(...given: unknown[]) {
    this.#log.debug(...(given as [string]))
  }
  trace(...given: unknown[]) {
    this.#log.trace(...(given as [string]))
  }
  silent(...given: unknown[]) {
    this.#log.silent(...(given as [string]))
  }
}
