//! The tools of a shop, in a crate of their own, so that a build script can use them as the program does.
//! They need a state; the SDK does not.

use std::sync::{Arc, Mutex, PoisonError};

use dsh_tools::data;
use dsh_tools::prelude::*;

/// How far an order has come.
#[data]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// It waits to be packed.
    Placed,
    /// It is on its way.
    Shipped,
    /// It will not be sent.
    Cancelled,
}

/// An order.
#[data]
#[derive(Clone, Debug)]
#[serde(deny_unknown_fields)]
pub struct Order {
    /// The number on the invoice.
    pub number: u32,
    /// Who ordered.
    pub customer: String,
    /// The sum in cents.
    pub total: u64,
    /// How far it has come.
    pub stage: Stage,
}

/// The orders of the shop.
#[derive(Clone, Debug, Default)]
pub struct Shop(Arc<Mutex<Vec<Order>>>);

impl Shop {
    /// A shop with these orders.
    #[must_use]
    pub fn new(orders: Vec<Order>) -> Self {
        Self(Arc::new(Mutex::new(orders)))
    }

    fn with<T>(&self, work: impl FnOnce(&mut Vec<Order>) -> T) -> T {
        work(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Find orders, the newest first.
#[tool(read_only, concurrency_safe)]
async fn find_orders(
    /// Only orders of this customer.
    customer: Option<&str>,
    /// Only orders that have come this far.
    stage: Option<Stage>,
    /// How many at most.
    #[arg(default = 20, range(min = 1, max = 100))]
    limit: u32,
    ctx: &ToolContext<Shop>,
) -> Vec<Order> {
    let fits = |order: &&Order| {
        customer.is_none_or(|customer| order.customer == customer)
            && stage.is_none_or(|stage| order.stage == stage)
    };
    let limit = usize::try_from(limit).unwrap_or(usize::MAX);
    ctx.state().with(|orders| orders.iter().rev().filter(fits).take(limit).cloned().collect())
}

/// Look up one order; null when there is none.
#[tool(read_only, concurrency_safe)]
async fn get_order(
    /// The number on the invoice.
    number: u32,
    ctx: &ToolContext<Shop>,
) -> Option<Order> {
    ctx.state().with(|orders| orders.iter().find(|order| order.number == number).cloned())
}

/// Cancel an order that was not shipped yet.
#[tool(destructive, idempotent)]
async fn cancel_order(
    /// The number on the invoice.
    number: u32,
    ctx: &ToolContext<Shop>,
) -> Result<Order, ToolError> {
    ctx.state().with(|orders| {
        let order = orders
            .iter_mut()
            .find(|order| order.number == number)
            .ok_or_else(|| ToolError::new(format!("there is no order {number}")))?;
        if order.stage == Stage::Shipped {
            return Err(ToolError::new(format!("order {number} is on its way already")));
        }
        order.stage = Stage::Cancelled;
        Ok(order.clone())
    })
}

/// All of them.
#[must_use]
pub fn tools() -> Tools<Shop> {
    tools![find_orders, get_order, cancel_order]
}
