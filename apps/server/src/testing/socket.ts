import { io, type Socket } from 'socket.io-client'
import type { TestServer } from './server.ts'

/** A live connection that has not signed in, to a server that listens. It never connects again by itself. */
export async function connectSocket({ url }: Pick<TestServer, 'url'>): Promise<Socket> {
  const socket = io(url, { transports: ['websocket'], reconnection: false, forceNew: true })
  await new Promise((done, failed) => socket.on('connect', () => done(undefined)).on('connect_error', failed))
  return socket
}
