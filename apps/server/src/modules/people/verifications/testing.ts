import { api } from '../../../testing/api.ts'
import type { TestServer } from '../../../testing/server.ts'

type Staff = Parameters<ReturnType<typeof api>['as']>[0]

/** Opens every document of a review, as a reviewer does before approving. */
export async function openDocuments(server: TestServer, staff: Staff, id: string): Promise<void> {
  const { data } = (await api(server).as(staff).get(`/admin/verifications/${id}`)).body
  for (const { _id } of data.documents as { _id: string }[])
    await api(server).as(staff).get(`/admin/verifications/${id}/documents/${_id}?reason=first+review`)
}

/** Opens the documents and approves. */
export async function approve(server: TestServer, staff: Staff, id: string, body: Record<string, unknown> = {}) {
  await openDocuments(server, staff, id)
  return api(server)
    .as(staff)
    .post(`/admin/verifications/${id}/approval`, { documentExpiresOn: '2032-03-04', ...body })
}
