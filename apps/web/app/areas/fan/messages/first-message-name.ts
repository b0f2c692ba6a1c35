/** By what a first message that was begun is found again after the pages of the card and the bank. */
export const firstMessageOf = (conversationId: string): string => `first:${conversationId}`
