import { data } from 'react-router'

const providers = ['google', 'twitter'] as const

/** The provider in the URL; responds with 404 for any other. */
export function providerOf(params: { provider?: string | undefined }): (typeof providers)[number] {
  const found = providers.find((name) => name === params.provider)
  if (!found) throw data(null, { status: 404 })
  return found
}
