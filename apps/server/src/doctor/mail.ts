import { verifyMailServer } from '../modules/site/mail/outbox.ts'
import { type Check, fail, pass, reasonOf, skipped, warn } from './check.ts'

export const mail: Check = {
  name: 'mail',
  async run({ config }) {
    const { smtpUrl, mailFrom, mode, allowPrivateSmtp } = config
    if (!smtpUrl)
      return mode === 'demo'
        ? skipped('SMTP_URL isn’t set: emails stay on the outbox page.')
        : warn(
            'No email leaves this installation.',
            'SMTP_URL: name your mail server, such as smtps://user:password@mail.example.com.',
          )
    const { host } = new URL(smtpUrl)
    try {
      await verifyMailServer(config)
    } catch (error) {
      const isPrivate = /is not a public address|which is not public/.test(reasonOf(error))
      return fail(
        `The mail server ${host} takes nothing from us: ${reasonOf(error)}.`,
        isPrivate && !allowPrivateSmtp
          ? 'ALLOW_PRIVATE_SMTP=1 allows a mail server in a private network.'
          : 'SMTP_URL: compare host, port, account and password with those of your mail server.',
      )
    }
    if (/@localhost>?$/.test(mailFrom))
      return warn(
        `The mail server ${host} takes our emails, and their sender is ${mailFrom}.`,
        'MAIL_FROM: an address of your domain, such as Lantern House <hello@example.com>.',
      )
    return pass(`The mail server ${host} takes our emails.`)
  },
}
