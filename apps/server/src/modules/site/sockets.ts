import { publicSettings } from '@fanlight/contract/settings'
import { z } from 'zod'
import type { LiveMessage, Topics } from '../../platform/live.ts'
import { sessionsOwingTerms } from '../accounts/auth/terms.ts'

const changed = z.object({ names: z.array(z.string()), maintenance: z.boolean().nullable() })
const everybody = ['staff', 'guests'] as const

export const siteTopics: Topics = {
  // Requests after this message get the new values: this process reads them before it sends the message.
  'settings.changed': async (ctx, event, here) => {
    const { names, maintenance } = changed.parse(event.payload)
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
  },
}
