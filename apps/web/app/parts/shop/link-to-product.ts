import { call } from '../../api/client.ts'

/** Asks for a link to the file of a product, or to one of its older versions; it is good for ten minutes. */
export const linkToProduct = (id: string, fileId?: string) => () =>
  call('GET /performer-assets/products/:id/download-link', {
    params: { id },
    query: fileId === undefined ? {} : { fileId },
  })
