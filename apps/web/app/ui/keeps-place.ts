/** For a link to another view of the same page, which stays where it is. Before the scripts are there it waits for them: intent.js. */
export const keepsPlace = { preventScrollReset: true, 'data-keeps-place': '' } as const
