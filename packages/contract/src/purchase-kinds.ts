/** What is in the library, by kind. Without a schema, so that pages may import it. */
export const purchaseKinds = ['feed', 'video', 'gallery', 'product', 'message', 'stream'] as const
export type PurchaseKind = (typeof purchaseKinds)[number]
