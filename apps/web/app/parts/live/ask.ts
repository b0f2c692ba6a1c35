/** By what a purchase from the tip menu of a creator is found again after the pages of the card and the bank. */
export const askOf = ({ _id }: { _id: string }): string => `ask:${_id}`
