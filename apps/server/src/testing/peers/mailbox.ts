import { SMTPServer } from 'smtp-server'

export interface Mailbox {
  /** Configuration that leads to it. */
  env: Record<string, string>
  /** Every mail as it arrived, byte for byte. */
  received: string[]
  /** From now on nothing is taken, or everything again. */
  refuse(refusing: boolean): void
  /** Addresses that it does not know: refused for good. */
  unknown: Set<string>
  stop(): Promise<void>
}

/** A mail server on this machine that keeps what it is sent. */
export async function startMailbox(): Promise<Mailbox> {
  const received: string[] = []
  const unknown = new Set<string>()
  let refusing = false
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo({ address }, _session, done) {
      done(unknown.has(address) ? Object.assign(new Error('no such user'), { responseCode: 550 }) : null)
    },
    onData(stream, _session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        if (refusing) return done(new Error('not now'))
        received.push(Buffer.concat(chunks).toString())
        done()
      })
    },
  })
  await new Promise<void>((ready) => smtp.listen(0, '127.0.0.1', ready))
  const { port } = smtp.server.address() as { port: number }
  return {
    env: {
      SMTP_URL: `smtp://127.0.0.1:${port}`,
      ALLOW_PRIVATE_SMTP: 'true',
      MAIL_FROM: 'Fanlight <hello@fanlight.test>',
    },
    received,
    unknown,
    refuse(next) {
      refusing = next
    },
    stop: () => new Promise((done) => smtp.close(() => done())),
  }
}
