import { messageFilesMax, welcomeLengthMax } from './limits.ts'
import { z } from 'zod'
import { whoMayWrite } from './accounts.ts'
import { endpoint, one } from './endpoint.ts'
import { amount, id, text, tokens } from './fields.ts'
import { mediaFile } from './media.ts'

// Who may write to a creator, and what new subscribers receive.

export const messageSettings = z.object({
  whoMayWrite,
  /** Tokens, where `whoMayWrite` is `paid`. */
  firstMessagePrice: tokens.nullable(),
  /** Whether new subscribers receive the welcome message; one without text and files is not sent. */
  welcomeEnabled: z.boolean(),
  welcomeMessage: z.string(),
  welcomeFileIds: z.array(id),
  welcomeFiles: z.array(mediaFile),
})

export const getMessageSettings = endpoint('GET /performer/message-settings', {
  group: 'messages',
  summary: 'Who may write to oneself, and the welcome message.',
  who: 'performer',
  limit: 'read',
  reply: one(messageSettings),
})
export const updateMessageSettings = endpoint('PUT /performer/message-settings', {
  group: 'messages',
  summary: 'Changes who may write to oneself, and the welcome message. What is not sent stays as it is.',
  who: 'performer',
  limit: 'write',
  refuses: ['PRICE_OUT_OF_RANGE'],
  body: z.strictObject({
    whoMayWrite: whoMayWrite.optional(),
    firstMessagePrice: amount.nullable().optional(),
    welcomeEnabled: z.boolean().optional(),
    welcomeMessage: text(0, welcomeLengthMax).optional(),
    /** Files of one’s own that were uploaded for messages or posts. */
    welcomeFileIds: z.array(id).max(messageFilesMax).optional(),
  }),
  reply: one(messageSettings),
})
export type MessageSettingsChanges = z.output<typeof updateMessageSettings.body>
