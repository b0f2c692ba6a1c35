import { publicSettings } from '@fanlight/contract/settings'
import { type LiveMessage, type MessageReader, sendOn } from '../../../platform/sockets/declarations.ts'
import { sessionsOwingTerms } from '../../people/accounts/auth/terms.ts'
import { settingsChanged } from './events.ts'

const everybody = ['staff', 'guests'] as const

export const siteMessages: MessageReader[] = [
  // Requests after this message get the new values: this process reads them before it sends the message.
  sendOn(settingsChanged, async (ctx, { names, maintenance }, { here }) => {
    await ctx.settings.refresh()
    const open = names.filter((name) => publicSettings.some((setting) => setting === name))
    const messages: LiveMessage[] = []
    if (open.length > 0)
      for (const room of everybody) messages.push({ room, name: 'settings/changed', data: { names: open } })
    // Open pages send a new request and are redirected to the new terms.
    if (names.some((name) => name === 'termsVersion' || name === 'termsRequiredFrom'))
      for (const id of await sessionsOwingTerms(ctx, here()))
        messages.push({ room: `session:${id}`, name: 'terms/changed', data: {}, disconnect: true })
    if (maintenance !== null)
      for (const room of everybody)
        messages.push({
          room,
          name: 'system/maintenance',
          data: { on: maintenance },
          // During maintenance only staff receive live messages.
          disconnect: maintenance && room === 'guests',
        })
    return messages
  }),
]
