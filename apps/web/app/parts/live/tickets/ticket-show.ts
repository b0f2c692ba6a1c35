import { lateMinutesMax, lobbyMinutes } from '@fanlight/contract/limits'
import type { Reply } from '../../../api/client.ts'

export type TicketShow = Reply<'GET /streaming/ticket-shows/:id'>['data']

export const showPath = ({ _id }: Pick<TicketShow, '_id'>): string => `/show/${_id}`

const after = ({ startsAt }: Pick<TicketShow, 'startsAt'>, minutes: number) =>
  new Date(new Date(startsAt).getTime() + minutes * 60_000)
/** When it is planned to end. */
export const endOf = (show: Pick<TicketShow, 'startsAt' | 'minutes'>): Date => after(show, show.minutes)
/** A show that has not begun by then goes back. */
export const latestOf = (show: Pick<TicketShow, 'startsAt'>): Date => after(show, lateMinutesMax)
/** From then on its creator may open it. */
export const lobbyOf = (show: Pick<TicketShow, 'startsAt'>): Date => after(show, -lobbyMinutes)
/** Its goal has yet to be reached: until then people pledge, and can take it back. */
export const isPledging = ({ status, goal, goalReachedAt }: TicketShow): boolean =>
  status === 'planned' && goal !== null && goalReachedAt === null

/** By what a pledge that was begun is found again after the pages of the card and the bank. */
export const pledgeOf = ({ _id }: Pick<TicketShow, '_id'>): string => `pledge:${_id}`
