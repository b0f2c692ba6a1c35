import { z } from 'zod'
import { event } from '../../platform/events.ts'

export const postChanged = event('post.changed', z.object({ slug: z.string(), locale: z.string() }))
