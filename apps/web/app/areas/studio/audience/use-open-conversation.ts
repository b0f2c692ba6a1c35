import { useNavigate } from 'react-router'
import { useMutation } from '../../../parts/forms/use-mutation.ts'

/** Opens the creator's conversation with a fan. */
export function useOpenConversation(): (person: { _id: string }) => void {
  const navigate = useNavigate()
  const { send } = useMutation({ toasts: true })
  return ({ _id }) =>
    void send('POST /conversations', { body: { source: 'user', sourceId: _id } }).then((reply) => {
      if (reply) void navigate(`/messages/${reply.data._id}`)
    })
}
