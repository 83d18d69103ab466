//! What the journal keeps of a call that a model makes itself, and of questions about any call.
//! The calls of programs have records of their own (rule CODE-5).

use super::call::Running;
use crate::call::{Approval, ApprovalRecord, CallEnd, CallStart, ErrorCode, Outcome, Record};
use crate::hook::kept_content;
use crate::json::Json;
use crate::registry::Records;
use crate::tool::RUN_CODE;

impl<S: Send + Sync + 'static> Running<S> {
    fn records(&self) -> Option<&Records> {
        let records = &self.scope.core().records;
        records.are_kept().then_some(&**records)
    }

    /// The arguments without secrets.
    fn kept_arguments(&self) -> Json {
        let arguments = self.handle.arguments();
        let tool = self.handle.tool();
        tool.map_or_else(|| arguments.clone(), |tool| tool.parameters().redact(arguments))
    }

    fn start(&self, records: &Records) -> CallStart {
        let call = self.handle.call();
        CallStart {
            call_id: call.call_id().clone(),
            name: call.name.clone(),
            arguments: self.kept_arguments(),
            time: records.now(),
        }
    }

    /// The records, if the call itself belongs there. A program does not: its text may hold what its calls keep
    /// secret, and each of its calls has records of its own.
    fn own_records(&self) -> Option<&Records> {
        let is_own = self.handle.parent().is_none() && self.handle.name() != RUN_CODE;
        self.records().filter(|_| is_own)
    }

    pub(super) fn record_start(&self) {
        if let Some(records) = self.own_records() {
            records.keep(Record::CallStart(self.start(records)));
        }
    }

    pub(super) fn record_end(&self, outcome: &Outcome) {
        if let Some(records) = self.own_records() {
            let call = self.start(records);
            let hooks = &self.scope.core().journal_content;
            let content = kept_content(hooks, &call.as_dispatch(), outcome.content());
            // What a hook keeps from the journal may stand in the metadata too.
            let meta = outcome.meta().filter(|_| content == outcome.content()).cloned();
            let code = outcome.code().map(ErrorCode::as_str).map(str::to_owned);
            let is_error = outcome.is_error();
            records.keep(Record::CallEnd(CallEnd { call, is_error, code, content, meta }));
        }
    }

    pub(super) fn record_approval(&self, reason: Option<String>, answer: Approval) {
        let Some(records) = self.records() else { return };
        let call = self.handle.call();
        records.keep(Record::Approval(ApprovalRecord {
            root_call_id: call.root_call_id().clone(),
            call_id: call.call_id().clone(),
            name: call.name.clone(),
            arguments: self.kept_arguments(),
            reason,
            answer,
            time: records.now(),
        }));
    }
}
