import type { Reply } from '../../../api/client.ts'

export type Profile = Reply<'GET /performers/:id'>['data']
