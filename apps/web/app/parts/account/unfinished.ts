import type { Me } from '../../api/request-context.ts'

/** Without a username or an address an account can do nothing but get them. */
export const isUnfinished = (me: Pick<Me, 'email' | 'username'>): boolean => !me.email || !me.username
