/** Who may comment, of those who can see a thing. `none`: its creator alone. */
export const commenters = ['everyone', 'followers', 'subscribers', 'none'] as const
export type Commenters = (typeof commenters)[number]
