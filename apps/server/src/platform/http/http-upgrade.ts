import { IncomingMessage } from 'node:http'

/**
 * The requests of a server that switches protocols for `accepts` only. Every other `Upgrade` header is ignored, as RFC 9110 (7.8) allows:
 * `curl --http2` sends one with each plain request. Without this class Node gives all of them to the listeners of the event `upgrade`,
 * as soon as there is one, and no other listener answers.
 */
export function upgradingOnly(accepts: (request: IncomingMessage) => boolean): typeof IncomingMessage {
  return class extends IncomingMessage {
    // Node writes it from the constructor on, before a private field would exist.
    declare hasUpgrade: boolean | null
    get upgrade(): boolean {
      return this.hasUpgrade === true && (this.method === 'CONNECT' || accepts(this))
    }
    set upgrade(value: boolean | null) {
      this.hasUpgrade = value
    }
  }
}

/** Whether a request requests a WebSocket. */
export const isWebSocket = ({ headers }: IncomingMessage): boolean => headers.upgrade?.toLowerCase() === 'websocket'
