import { ApprovalBar } from '../features/approvals/approval-bar.tsx';
import { RaisedBar } from '../features/help-desk/raised-bar.tsx';
import { ErrorBoundary } from '../ui/states/error-boundary.tsx';

/** The bars above every screen that ask for a person: guests waiting for help, and requests for approval. */
export function NoticeBars() {
  return (
    <>
      <ErrorBoundary place="section">
        <RaisedBar />
      </ErrorBoundary>
      <ErrorBoundary place="section">
        <ApprovalBar />
      </ErrorBoundary>
    </>
  );
}
